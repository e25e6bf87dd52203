import { z } from 'zod'
import { terminalEncodings, terminalProtocols } from './terminal-values.ts'

/** Schemas shared by the terminal endpoints. */

export const protocol = z.enum(terminalProtocols)
export const encoding = z.enum(terminalEncodings)

/** A user name of a device: printable, no control characters that a telnet login would take for an answer. */
export const username = z
  .string()
  .max(100)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .refine((value) => !/[\u0000-\u001f\u007f]/.test(value), 'validation.format')

/** An omitted secret stays; null removes it. */
const secret = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('password'), password: z.string().min(1).max(200) }),
    z.object({
      kind: z.literal('key'),
      privateKey: z.string().min(1).max(20_000),
      passphrase: z.string().max(200).default(''),
    }),
  ])
  .nullable()
  .optional()

/** Sign-in of a device, as configured. */
export const wayIn = {
  protocol,
  port: z.number().int().min(1).max(65_535),
  encoding,
  legacy: z.boolean().default(false),
  username: username.default(''),
  secret,
  idleMinutes: z.number().int().min(1).max(120).default(15),
}

/** The same in answers: without the secret. */
export const presentedWay = {
  protocol,
  port: z.number().int(),
  encoding,
  legacy: z.boolean(),
  username: z.string(),
  secretKind: z.enum(['password', 'key']).nullable(),
  idleMinutes: z.number().int(),
}
