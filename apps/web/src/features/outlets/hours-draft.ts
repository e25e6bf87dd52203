import { clock, groupedDays, type Opening, parseHours } from '@netward/contract/business-hours'

/** Business hours during editing: incomplete entries are kept but not part of the notation. */
export interface HoursDraft {
  readonly groups: readonly DraftGroup[]
  readonly exceptions: readonly DraftException[]
}

export interface DraftTime {
  readonly from: string
  readonly to: string
}

export interface DraftGroup {
  /** Monday is 0. */
  readonly days: readonly number[]
  readonly times: readonly DraftTime[]
}

export interface DraftException {
  readonly from: string
  readonly to: string
  /** Empty: closed. */
  readonly times: readonly DraftTime[]
}

export const emptyTime: DraftTime = { from: '09:00', to: '18:00' }
const codes = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

export function draftOf(text: string): HoursDraft {
  const hours = parseHours(text)
  if (hours === null) return { groups: [], exceptions: [] }
  return {
    groups: groupedDays(hours.week).map(({ runs, openings }) => ({
      days: runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
      times: openings.map(timeOf),
    })),
    exceptions: hours.exceptions.map(({ from, to, openings }) => ({ from, to, times: openings.map(timeOf) })),
  }
}

/** A time field has no 24:00. */
const timeOf = ({ from, to }: Opening): DraftTime => ({ from: clock(from), to: clock(to % 1440) })

export function draftText({ groups, exceptions }: HoursDraft): string {
  const times = (given: readonly DraftTime[]) => given.map(({ from, to }) => `${from}-${to}`).join(',')
  return [
    // Without days a rule would apply to all of them, and without times it would close them.
    ...groups.map(
      (group) => `${group.days.map((index) => codes[index]).join(',') || '?'} ${times(group.times)}`,
    ),
    ...exceptions.map(({ from, to, times: given }) => {
      const dates = to === '' || to === from ? from : `${from}/${to}`
      return `${dates || '?'} ${given.length === 0 ? 'off' : times(given)}`
    }),
  ].join('; ')
}

/** A day belongs to one group: selecting it removes it from the others. */
export function withDay(groups: readonly DraftGroup[], index: number, day: number): readonly DraftGroup[] {
  return groups.map((group, at) => {
    const without = group.days.filter((one) => one !== day)
    const add = at === index && without.length === group.days.length
    return { ...group, days: add ? [...without, day].toSorted((a, b) => a - b) : without }
  })
}

/** Days without a group. */
export function freeDays(groups: readonly DraftGroup[]): readonly number[] {
  return codes.map((_, index) => index).filter((day) => !groups.some(({ days }) => days.includes(day)))
}
