package Tally;

# The harness of "prove" with one line more at the end: "N passed, N failed".
# A test program counts as one failure when it failed in no single test but
# as a whole: a wrong exit status, a missing plan, nothing printed at all.

use strict;
use warnings;
use parent 'TAP::Harness';

sub summary {
	my ($self, $agg, @rest) = @_;
	my ($passed, $failed) = (0, 0);

	$self->SUPER::summary($agg, @rest);
	for my $parser ($agg->parsers) {
		my $bad = $parser->failed;

		$passed += $parser->passed;
		$failed += $bad;
		$failed++ if !$bad && $parser->has_problems;
	}
	print "$passed passed, $failed failed\n";
}

1;
