// What every source for a GPU begins with: its words and the generator.
//
// CUDA compiles the sources when they are asked for; where there is no GPU, any C++ compiler does after a few definitions
// (`__CUDACC__` is not set then), and one thread does what a group of threads would.

typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
#define UNROLLED _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define BOUNDS __launch_bounds__(THREADS)
#define SHARED_ROOM(name, size) extern __shared__ u64 name[]
#endif

const u64 GAMMA = 0x9E3779B97F4A7C15ull;

/* SplitMix64's finaliser. */
DEVICE u64 mix64(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/* The state before the first draw of a round, mixed and not yet mixed; `key` is mix64 of the seed. */
DEVICE u64 before(u64 key, u64 number) { return key + (number + 1) * GAMMA; }
DEVICE u64 begun(u64 key, u64 number) { return mix64(before(key, number)); }

/* A number below n: the upper 55 bits of the mixed state times n, without its lowest 55 bits. */
DEVICE u32 below(u64 state, u32 n) {
    u64 z = mix64(state);
    u32 low = (u32)z & ~511u;
    return (u32)(((z >> 32) * n + __umulhi(low, n)) >> 32);
}

/* The same from the upper 32 bits alone; `unsure` where the others might carry into the number, once in 2^32 / n. */
DEVICE u32 below_by_half(u64 state, u32 n, bool &unsure) {
    u32 high = (u32)(mix64(state) >> 32);
    unsure |= high * n > ~n;
    return __umulhi(high, n);
}
