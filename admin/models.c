/* Models of the 3390: how many cylinders each has. */
#include <stddef.h>
#include <strings.h>

#include "admin/admin.h"

enum { CYLINDER_MANAGED = 65520, UNIT = 21, LARGEST = 262668 };

/* IBM's models by their cylinders (mem); EAV stands for the largest here. */
static const struct {
	const char *name;
	uint32_t cylinders;
} models[] = {
    {"3390-1", 1113},
    {"3390-2", 2226},
    {"3390-3", 3339},
    {"3390-9", 10017},
    {"3390-27", 32760},
    {"3390-54", CYLINDER_MANAGED},
    {"EAV", LARGEST},
};
enum { NMODELS = sizeof(models) / sizeof(models[0]) };

uint32_t
model_cylinders(const char *model)
{
	for (size_t i = 0; i < NMODELS; i++)
		if (strcasecmp(model, models[i].name) == 0)
			return models[i].cylinders;
	return 0;
}

const char *
model_name(uint32_t cylinders)
{
	size_t i = 0;

	while (i < NMODELS - 1 && models[i].cylinders < cylinders)
		i++;
	return models[i].name;
}

uint32_t
model_round(uint32_t cylinders)
{
	uint32_t over;

	if (cylinders <= CYLINDER_MANAGED)
		return cylinders;
	over = (cylinders + UNIT - 1) / UNIT * UNIT;
	return over < LARGEST ? over : LARGEST;
}
