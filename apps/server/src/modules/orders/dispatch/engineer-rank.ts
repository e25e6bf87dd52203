import { type EngineerHours, engineerHours, type EngineerRefusal } from '@netward/contract/field-work-values'
import { calendarShapes } from '@netward/contract/work-order-values'

export interface EngineerFacts {
  readonly personId: string
  readonly skills: readonly string[]
  readonly regions: readonly string[]
  readonly mostOpen: number
  readonly openOrders: number
  readonly hours: EngineerHours
  readonly away: boolean
  /** No certificate that the category needs has ended. */
  readonly certified: boolean
  /** Planned visits with their travel. */
  readonly visits: readonly { readonly from: string; readonly to: string }[]
}

export interface Job {
  readonly category: string
  /** Empty: unknown, which only engineers without regions serve. */
  readonly region: string
  /** Now where the job is. */
  readonly now: { readonly at: number; readonly weekday: number; readonly minute: number }
}

export interface Ranked<E> {
  readonly engineer: E
  readonly refusals: readonly EngineerRefusal[]
  readonly free: boolean
}

const serves = (regions: readonly string[], region: string): boolean =>
  regions.length === 0 || regions.some((one) => region === one || region.startsWith(`${one}/`))

/**
 * Those who fit first: free ones before others, then by load (their part of the orders that they may have), then those for
 * whom the region is listed, then by id, so that the result never depends on chance.
 */
export function rankEngineers<E extends EngineerFacts>(engineers: readonly E[], job: Job): Ranked<E>[] {
  return engineers
    .map((engineer) => ({ engineer, refusals: refusalsOf(engineer, job), free: isFree(engineer, job) }))
    .toSorted(
      (one, other) =>
        one.refusals.length - other.refusals.length ||
        Number(other.free) - Number(one.free) ||
        loadOf(one.engineer) - loadOf(other.engineer) ||
        Number(other.engineer.regions.length > 0) - Number(one.engineer.regions.length > 0) ||
        Number(one.engineer.personId) - Number(other.engineer.personId),
    )
}

const loadOf = ({ openOrders, mostOpen }: EngineerFacts): number => openOrders / mostOpen

function refusalsOf(engineer: EngineerFacts, { category, region }: Job): EngineerRefusal[] {
  const { skills, regions, mostOpen, openOrders, away, certified } = engineer
  return [
    ...(skills.length > 0 && !skills.includes(category) ? (['skill'] as const) : []),
    ...(serves(regions, region) ? [] : (['region'] as const)),
    ...(certified ? [] : (['certificate'] as const)),
    ...(openOrders >= mostOpen ? (['load'] as const) : []),
    ...(away ? (['away'] as const) : []),
  ]
}

const worksAt = (
  hours: EngineerHours,
  { weekday, minute }: Pick<Job['now'], 'weekday' | 'minute'>,
): boolean =>
  calendarShapes[hours].hours.some(({ day, from, to }) => day === weekday && from <= minute && minute < to)

/** Calendars by which engineers work at a moment. */
export const openHours = (now: Pick<Job['now'], 'weekday' | 'minute'>): EngineerHours[] =>
  engineerHours.filter((hours) => worksAt(hours, now))

function isFree({ hours, away, visits }: EngineerFacts, { now }: Job): boolean {
  return (
    worksAt(hours, now) &&
    !away &&
    visits.every(({ from, to }) => now.at < Date.parse(from) || now.at >= Date.parse(to))
  )
}
