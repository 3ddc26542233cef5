/* Lines from a person at a terminal, without an editor. */
#include <stdio.h>

#include "shell/terminal.h"

int
terminal_line(const char *prompt, char *buf, size_t size, size_t *lenp)
{
	size_t n = 0;
	int c;

	fflush(stdout);
	fputs(prompt, stderr);
	fflush(stderr);
	while ((c = getc(stdin)) != EOF && c != '\n')
		if (n + 1 < size)
			buf[n++] = (char)c;
	if (c == EOF && ferror(stdin))
		return -1;
	if (c == EOF && n == 0) {
		fputc('\n', stderr); /* the shell's prompt on its own line */
		return 0;
	}
	buf[n] = '\0';
	*lenp = n;
	return 1;
}
