import { nameParts } from '@netward/contract/discovery-values'
import { cleanText } from '../../platform/clean-text.ts'

type Part = (typeof nameParts)[number]

const longest = 100

/** A name on one line of what a device says of itself; empty if nothing is left. */
export function oneLine(text: string): string {
  return cleanText(text.replaceAll(/\s+/gu, ' '), longest).trim()
}

/** The name that a pattern gives; the address where nothing else is left. */
export function patternName(pattern: string, values: Readonly<Record<Part, string>>): string {
  const name = pattern.replaceAll(/\{([a-z]+)\}/g, (whole, part: string) =>
    isPart(part) ? values[part] : whole,
  )
  return oneLine(name) || values.ip
}

/** The first part of a pattern that is none; null without one. */
export function unknownPart(pattern: string): string | null {
  const parts = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part)
  return parts.find((part) => !isPart(part)) ?? null
}

const isPart = (part: string): part is Part => (nameParts as readonly string[]).includes(part)
