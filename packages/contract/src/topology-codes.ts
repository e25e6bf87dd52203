import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
