/** The part of a pino logger this package writes to. It is never given a token, a key or an assertion. */
export interface AuthLogger {
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
}
