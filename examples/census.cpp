// Read a data set from two threads at once, forward and backward: each has a
// file of its own.
#include <catamount.h>

#include <cstdio>
#include <string>
#include <thread>

namespace
{

struct Census {
	unsigned long records = 0;
	std::string first;
	std::string failure;
};

void
count(ctm_system *system, const char *name, unsigned way, Census &census)
{
	ctm_error err;
	ctm_file *file = nullptr;
	ctm_string *string = nullptr;
	ctm_record rec = {};
	ctm_request at = {};
	ctm_request next = {};

	at.options = CTM_KEY | CTM_DIR | way | (way ? CTM_LRD : CTM_KGE);
	at.key = "\0\0\0\0";
	at.key_length = 4;
	next.options = CTM_KEY | CTM_SEQ | CTM_LOC | way;
	if (ctm_open(system, name, CTM_INPUT | CTM_SEQUENTIAL, nullptr, &file,
		&err) != CTM_OK ||
	    ctm_string_new(file, &string, &err) != CTM_OK ||
	    ctm_point(string, &at, &err) != CTM_OK) {
		census.failure = err.text;
		ctm_close(&file, nullptr);
		return;
	}
	while (ctm_get(string, &next, &rec, &err) == CTM_OK)
		if (census.records++ == 0)
			census.first.assign(
			    static_cast<const char *>(rec.data), rec.length);
	if (err.reason != CTM_END_OF_DATA)
		census.failure = err.text;
	if (ctm_close(&file, &err) != CTM_OK)
		census.failure = err.text;
}

} // namespace

int
main(int argc, char **argv)
{
	ctm_error err;
	ctm_system *system = nullptr;
	Census up, down;

	if (argc != 2 || ctm_system_open(nullptr, &system, &err) != CTM_OK)
		return 2;
	std::thread one(count, system, argv[1], 0u, std::ref(up));
	std::thread two(
	    count, system, argv[1], unsigned(CTM_BWD), std::ref(down));
	one.join();
	two.join();
	ctm_system_close(&system);
	std::printf("%lu %s%s\n%lu %s%s\n", up.records, up.first.c_str(),
	    up.failure.c_str(), down.records, down.first.c_str(),
	    down.failure.c_str());
	return up.failure.empty() && down.failure.empty() ? 0 : 1;
}
