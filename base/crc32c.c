/*
 * CRC-32C. On x86-64 processors that multiply without carry in 256 bits the
 * bytes are divided among two units that work side by side: one half is folded
 * by VPCLMULQDQ, the other goes through the CRC32 instruction in three
 * streams. Either alone is half as fast. Elsewhere isa-l does it, by what the
 * processor has.
 *
 * A block of 496 k bytes is laid out as
 *
 *	[0, 256k)	folded: eight lanes of 32 bytes, k steps
 *	then 3 x 80k	three streams: ten words of each in a step
 *
 * and the four remainders are brought to its end by one multiplication each,
 * with x to the number of bits that follow.
 */
#include <isa-l/crc.h>

#include "base/crc32c.h"

static uint32_t
crc_isal(uint32_t crc, const uint8_t *at, size_t len)
{
	/* isa-l takes an int length. */
	while (len > 0) {
		size_t n = len < (1U << 30) ? len : (1U << 30);

		crc = crc32_iscsi((unsigned char *)(uintptr_t)at, (int)n, crc);
		at += n;
		len -= n;
	}
	return crc;
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define WITH_FOLD __attribute__((target("avx2,pclmul,vpclmulqdq,sse4.2")))

enum {
	LANES = 8,              /* of 32 bytes */
	FOLD_LEN = LANES * 32,  /* bytes a step folds */
	WORDS = 10,             /* of a stream in a step */
	STREAM_LEN = WORDS * 8, /* bytes */
	STEP_LEN = FOLD_LEN + 3 * STREAM_LEN,
	FOLD_MIN = 1024, /* shorter: isa-l is as fast */
	STEPS_MAX = 66,  /* of a block: a control interval of 32768 */
};

/* x^n modulo the polynomial, bits reflected: bit 31 is x^0. */
static const uint32_t poly = 0x82F63B78U;

/* By steps: x^(8 s - 33) for the bytes s of one, two and three streams, the
 * power that a multiplication and a CRC32 of its product lack. */
static uint64_t stream_shift[STEPS_MAX + 1][3];
/* To fold 16 bytes by a distance: x^(bits + 32) for the first eight, x^(bits -
 * 32) for the others, in the 33 bits that a reflected product wants. */
static uint64_t fold_far[2], fold_lane[2], fold_half[2];

static uint32_t
times_x(uint32_t a)
{
	return a >> 1 ^ (a & 1 ? poly : 0);
}

static uint32_t
times(uint32_t a, uint32_t b)
{
	uint32_t r = 0;

	for (int i = 0; i < 32; i++, b <<= 1) {
		if (b & 0x80000000U)
			r ^= a;
		a = times_x(a);
	}
	return r;
}

static uint32_t
power(unsigned n)
{
	uint32_t r = 0x80000000U, base = 0x40000000U; /* 1, x */

	for (; n > 0; n >>= 1, base = times(base, base))
		if (n & 1)
			r = times(r, base);
	return r;
}

static void
fold_by(uint64_t k[2], unsigned bits)
{
	k[0] = (uint64_t)power(bits + 32) << 1;
	k[1] = (uint64_t)power(bits - 32) << 1;
}

static void
constants_make(void)
{
	fold_by(fold_far, 8 * FOLD_LEN);
	fold_by(fold_lane, 256);
	fold_by(fold_half, 128);
	for (unsigned k = 1; k <= STEPS_MAX; k++)
		for (unsigned s = 1; s <= 3; s++)
			stream_shift[k][s - 1] =
			    power(8 * s * k * STREAM_LEN - 33);
}

static inline uint64_t
word_at(const uint8_t *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return w;
}

WITH_FOLD static inline __m256i
fold(__m256i a, __m256i k, __m256i b)
{
	return _mm256_xor_si256(
	    _mm256_xor_si256(_mm256_clmulepi64_epi128(a, k, 0x00),
		_mm256_clmulepi64_epi128(a, k, 0x11)),
	    b);
}

WITH_FOLD static inline __m256i
lane_at(const uint8_t *p)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

WITH_FOLD static inline __m128i
pair(const uint64_t k[2])
{
	return _mm_set_epi64x((long long)k[1], (long long)k[0]);
}

/* What is left of the lanes, the first first. */
WITH_FOLD static inline uint64_t
lane_end(__m256i r)
{
	__m128i lo = _mm256_castsi256_si128(r), half = pair(fold_half);

	lo = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(lo, half, 0x00),
			       _mm_clmulepi64_si128(lo, half, 0x11)),
	    _mm256_extracti128_si256(r, 1));
	return _mm_crc32_u64(
	    _mm_crc32_u64(0, (uint64_t)_mm_extract_epi64(lo, 0)),
	    (uint64_t)_mm_extract_epi64(lo, 1));
}

WITH_FOLD static inline uint64_t
shifted(uint64_t crc, uint64_t by)
{
	return (uint64_t)_mm_cvtsi128_si64(
	    _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)crc),
		_mm_cvtsi64_si128((long long)by), 0x00));
}

/*
 * Names of their own, since compilers keep an array of lanes in memory.
 * EACH(X) is X of every lane; STREAMS a word of each stream.
 */
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define LANE_BEGIN(i) __m256i l##i = lane_at(p + 32 * (i));
#define LANE_FOLD(i)                                 \
	l##i = fold(l##i, k, lane_at(p + 32 * (i))); \
	STREAMS(i)
#define STREAMS(i)                                     \
	c0 = _mm_crc32_u64(c0, word_at(s0 + 8 * (i))); \
	c1 = _mm_crc32_u64(c1, word_at(s1 + 8 * (i))); \
	c2 = _mm_crc32_u64(c2, word_at(s2 + 8 * (i)));

/* A block of steps steps; the last one's streams come behind the loop. */
WITH_FOLD __attribute__((noinline)) static uint32_t
block(uint32_t crc, const uint8_t *p, size_t steps)
{
	__m256i k = _mm256_broadcastsi128_si256(pair(fold_far));
	const uint64_t *shift = stream_shift[steps];
	const uint8_t *s0 = p + steps * FOLD_LEN;
	const uint8_t *s1 = s0 + steps * STREAM_LEN;
	const uint8_t *s2 = s1 + steps * STREAM_LEN;
	uint64_t c0 = 0, c1 = 0, c2 = 0;

	EACH(LANE_BEGIN)
	l0 = _mm256_xor_si256(
	    l0, _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)crc)));
	while (--steps > 0) {
		p += FOLD_LEN;
		EACH(LANE_FOLD)
		STREAMS(8)
		STREAMS(9)
		s0 += STREAM_LEN;
		s1 += STREAM_LEN;
		s2 += STREAM_LEN;
	}
	EACH(STREAMS)
	STREAMS(8)
	STREAMS(9)
	k = _mm256_broadcastsi128_si256(pair(fold_lane));
	l1 = fold(l0, k, l1);
	l2 = fold(l1, k, l2);
	l3 = fold(l2, k, l3);
	l4 = fold(l3, k, l4);
	l5 = fold(l4, k, l5);
	l6 = fold(l5, k, l6);
	l7 = fold(l6, k, l7);
	return (uint32_t)(_mm_crc32_u64(0, shifted(lane_end(l7), shift[2]) ^
					       shifted(c0, shift[1]) ^
					       shifted(c1, shift[0])) ^
			  c2);
}

WITH_FOLD static uint32_t
crc_fold(uint32_t crc, const uint8_t *at, size_t len)
{
	uint64_t c;

	if (len < FOLD_MIN)
		return crc_isal(crc, at, len);
	while (len >= STEP_LEN) {
		size_t steps = len / STEP_LEN;

		steps = steps < STEPS_MAX ? steps : STEPS_MAX;
		crc = block(crc, at, steps);
		at += steps * STEP_LEN;
		len -= steps * STEP_LEN;
	}
	for (c = crc; len >= 8; at += 8, len -= 8)
		c = _mm_crc32_u64(c, word_at(at));
	for (crc = (uint32_t)c; len > 0; len--)
		crc = _mm_crc32_u8(crc, *at++);
	return crc;
}

typedef uint32_t crc_fn(uint32_t crc, const uint8_t *at, size_t len);

static crc_fn crc_first;
static _Atomic(crc_fn *) crc_how = crc_first;

static void
choose(void)
{
	crc_fn *how = crc_isal;

	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx2") &&
	    __builtin_cpu_supports("pclmul") &&
	    __builtin_cpu_supports("sse4.2") &&
	    __builtin_cpu_supports("vpclmulqdq")) {
		constants_make();
		how = crc_fold;
	}
	atomic_store_explicit(&crc_how, how, memory_order_release);
}

/* Until the first call. */
static uint32_t
crc_first(uint32_t crc, const uint8_t *at, size_t len)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, choose);
	return atomic_load_explicit(&crc_how, memory_order_acquire)(
	    crc, at, len);
}

static inline uint32_t
crc_over(uint32_t crc, const uint8_t *at, size_t len)
{
	return atomic_load_explicit(&crc_how, memory_order_acquire)(
	    crc, at, len);
}

#else

static inline uint32_t
crc_over(uint32_t crc, const uint8_t *at, size_t len)
{
	return crc_isal(crc, at, len);
}

#endif

uint32_t
crc32c(const void *p, size_t len)
{
	return ~crc_over(0xFFFFFFFFU, p, len);
}

uint32_t
crc32c_plain(const void *p, size_t len)
{
	return ~crc_isal(0xFFFFFFFFU, p, len);
}
