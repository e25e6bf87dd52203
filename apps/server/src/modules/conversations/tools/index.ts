import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = []

/** Tools that a person has the rights for: what each reads is checked again by its endpoints. */
export const toolsFor = (permissions: ReadonlySet<string>): readonly Tool[] =>
  tools.filter(({ needs }) => needs.every((code) => permissions.has(code)))
