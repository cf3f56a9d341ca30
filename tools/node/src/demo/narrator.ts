import { inspect, styleText } from 'node:util'

/** Prints the story: requests, responses and live events. */
export interface Narrator {
  /** Starts a numbered step. */
  step(title: string): void
  /** Prints an operation as sent. */
  request(operation: string, variables?: unknown): void
  response(data: unknown): void
  /** Prints an event of a subscription. */
  live(event: unknown): void
  say(text: string): void
  done(summary: readonly string[]): void
  fail(message: string): void
  /** Number and title of the current step. */
  readonly current: string
}

export function openNarrator(out: NodeJS.WriteStream): Narrator {
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream: out })
  const print = (mark: string, text: string, format: Parameters<typeof styleText>[0]) => {
    for (const [index, line] of text.split('\n').entries()) {
      out.write(`  ${index === 0 ? mark : ' '.repeat(mark.length)} ${style(format, line)}\n`)
    }
  }
  let number = 0
  let current = ''
  return {
    get current() {
      return current
    },
    step: (title) => {
      number += 1
      current = `${number}. ${title}`
      out.write(`\n${style('bold', current)}\n`)
    },
    request: (operation, variables) => {
      print(
        '→',
        operation.trim().replace(/^ {4,}/gm, (spaces) => spaces.slice(4)),
        'cyan',
      )
      if (variables !== undefined) print(' ', compact(variables), 'dim')
    },
    response: (data) => print('←', compact(data), 'green'),
    live: (event) => print('⚡', inspect(event, { depth: null, breakLength: Number.POSITIVE_INFINITY }), 'magenta'),
    say: (text) => print(' ', text, 'dim'),
    done: (summary) => {
      out.write(`\n${style(['bold', 'green'], 'The story is complete.')}\n`)
      for (const line of summary) out.write(`  ✓ ${line}\n`)
    },
    fail: (message) => {
      process.stderr.write(
        `\n${styleText('red', current ? `Failed at step ${current}` : 'Failed', { stream: process.stderr })}\n${message}\n`,
      )
    },
  }
}

const LINE_LENGTH_MAX = 120

/** The value as JSON, on one line if it fits. */
function compact(value: unknown): string {
  return inspect(value, { depth: null, breakLength: LINE_LENGTH_MAX, compact: 8, maxStringLength: 400 })
}
