/** Types of settable parameter values (TR-069 A.2.1 and TR-106), without their namespace. */
export const parameterTypes = [
  'string',
  'int',
  'unsignedInt',
  'boolean',
  'dateTime',
  'base64',
  'long',
  'unsignedLong',
  'hexBinary',
  'decimal',
] as const

export type ParameterType = (typeof parameterTypes)[number]
