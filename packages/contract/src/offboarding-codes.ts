import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** Disabled, not a member, or the person who leaves. */
  'member.successor_wrong': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions
export const events = {} as const satisfies Events
