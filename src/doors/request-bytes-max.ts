/**
 * Of a message in binary: the largest honest one, with as many start times as it may have and each as long as it may be,
 * has 3.5 kB. In gRPC it holds for what is decompressed too.
 */
export const REQUEST_BYTES_MAX = 4 * 1024;
