export const UPSTREAM_BENCH_USAGE = `npm run bench -- upstream compares ways to carry requests between the gateway and a subgraph:
HTTP/1.1 (undici, 64 connections), HTTP/2, WebSocket messages and length-prefixed frames (one connection each). Writes nothing.`
