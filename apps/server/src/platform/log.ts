import { pino } from 'pino'

export type Logger = pino.Logger

/** Names under which a secret could reach a log line. */
const secrets = [
  'password',
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'secret',
  'key',
  'ha1',
  'ticket',
]

/** Structured logs on standard output, one JSON object a line, with secrets removed by name. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
    },
    destination ?? pino.destination({ sync: false, minLength: 0 }),
  )
}

/** The database driver hangs the whole connection on an error, with its settings and its statements. */
function describeError(error: Error): object {
  const { client: _client, ...described } = pino.stdSerializers.err(error)
  return described
}
