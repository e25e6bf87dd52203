/**
 * Rules for fields that many forms share (specification §5), without a library: the sign-in page downloads
 * them, and the endpoints' schemas use them. Each returns the key of its message, or null for a valid value.
 */

export const passwordLength = { min: 8, max: 20 } as const
/** Of the four character classes. */
export const passwordClasses = { min: 3, max: 4 } as const

/** The installation's rules for new passwords: as strict as the specification, or stricter. */
export interface PasswordPolicy {
  readonly length: number
  readonly classes: number
}
export const minPasswordPolicy: PasswordPolicy = {
  length: passwordLength.min,
  classes: passwordClasses.min,
}

const characterClasses = { upper: /[A-Z]/, lower: /[a-z]/, digit: /[0-9]/, special: /[^A-Za-z0-9]/ } as const
export type CharacterClass = keyof typeof characterClasses
export const characterClassNames = Object.keys(characterClasses) as CharacterClass[]

/** Character classes in a password: at least three of the four are required. */
export function characterClassesIn(value: string): CharacterClass[] {
  return characterClassNames.filter((name) => characterClasses[name].test(value))
}

/** 8 to 20 characters, at least three of upper case, lower case, digit, special character. */
export function passwordProblem(value: string) {
  if (value === '') return 'validation.passwordEmpty'
  if (value.length < passwordLength.min || value.length > passwordLength.max)
    return 'validation.passwordLength'
  return characterClassesIn(value).length < 3 ? 'validation.passwordClasses' : null
}

export function repeatedPasswordProblem(password: string, repeated: string) {
  if (repeated === '') return 'validation.repeatedPasswordEmpty'
  return repeated === password ? null : 'validation.passwordMismatch'
}

/** A mainland mobile number, or any other with its country code (E.164). Spaces and hyphens are ignored. */
export function phoneOf(value: string): string | null {
  const digits = value.replace(/[\s-]/g, '')
  if (/^1[3-9]\d{9}$/.test(digits)) return digits
  if (/^(?:\+|00)86(?=1[3-9]\d{9}$)/.test(digits)) return digits.replace(/^(?:\+|00)86/, '')
  const foreign = digits.replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(foreign) ? foreign : null
}

/**
 * Normalises a mail address; null when it is invalid. ASCII only: no letter may look like another, be folded
 * into another by a database, or be invisible.
 */
export function emailOf(value: string): string | null {
  const address = value.trim()
  const fits =
    /^[\w!#$%&'*+\-./=?^`{|}~]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(address)
  return fits && address.length <= 200 && !/^\.|\.\.|\.@/.test(address) ? address : null
}

/** Whether a password is what an installation asks beyond `passwordProblem`. */
export function meetsPasswordPolicy(value: string, { length, classes }: PasswordPolicy): boolean {
  return value.length >= length && characterClassesIn(value).length >= classes
}

export const phoneProblem = (value: string) => (phoneOf(value) === null ? 'validation.phoneOrEmail' : null)
export const emailProblem = (value: string) => (emailOf(value) === null ? 'validation.phoneOrEmail' : null)
export const smsCodeProblem = (value: string) => (/^\d{6}$/.test(value) ? null : 'validation.smsCode')
export const emailCodeProblem = (value: string) => (/^\d{6}$/.test(value) ? null : 'validation.emailCode')

export function imageCodeProblem(value: string) {
  if (value === '') return 'validation.imageCodeEmpty'
  return /^\d{4}$/.test(value) ? null : 'validation.imageCode'
}

/** Departments below each other, the company itself counted. */
export const deepestDepartment = 20
export const departmentNameProblem = (value: string) =>
  /[/／]/.test(value) ? 'validation.departmentName' : null

/** Megabytes (2^20 bytes) that uploads may have, where nothing else is configured. */
export const uploadLimits = { image: 2, logo: 5, file: 20 } as const
