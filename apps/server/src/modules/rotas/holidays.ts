import chineseDays from 'chinese-days'
import type { IsDayOff } from './schedule.ts'
import { dateOf, dayIn, dayNumber, weekdayOf } from '../../platform/zone.ts'

export interface Holiday {
  readonly day: string
  readonly off: boolean
  readonly name: string
}

const knownYears = new Map<number, boolean>()

/** Whether the library has the decree of a year, which is published in the autumn before. */
function isKnown(year: number): boolean {
  const known =
    knownYears.get(year) ??
    chineseDays
      .getHolidaysInRange(`${year}-01-01`, `${year}-12-31`, false)
      .some((day) => weekdayOf(dayNumber(day)) < 6)
  knownYears.set(year, known)
  return known
}

/** Days off and days worked instead (节假日调休): as imported, else as the library knows them. */
export async function holidaysOf(
  imported: (from: string, to: string) => Promise<readonly Holiday[]>,
  fromDay: number,
  toDay: number,
): Promise<{ isDayOff: IsDayOff; holidays: Holiday[]; unknownYears: number[] }> {
  const known = new Map((await imported(dateOf(fromDay), dateOf(toDay))).map((one) => [one.day, one]))
  const importedYears = new Set([...known.keys()].map((day) => Number(day.slice(0, 4))))
  const found = new Map<number, Holiday | null>()
  const at = (day: number): Holiday | null => {
    const before = found.get(day)
    if (before !== undefined) return before
    const date = dateOf(day)
    const holiday = known.get(date) ?? fromLibrary(date)
    found.set(day, holiday)
    return holiday
  }
  const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index)
  const years = new Set(days.map((day) => Number(dateOf(day).slice(0, 4))))
  return {
    isDayOff: (day) => at(day)?.off ?? weekdayOf(day) > 5,
    holidays: days.flatMap((day) => at(day) ?? []),
    unknownYears: [...years].filter((year) => !isKnown(year) && !importedYears.has(year)),
  }
}

/** From 1 December the coming year, if its public holidays are neither shipped nor imported; otherwise null. */
export async function holidaysMissing(
  imported: (from: string, to: string) => Promise<readonly Holiday[]>,
  now: number,
): Promise<number | null> {
  const [year, month] = dateOf(dayIn('Asia/Shanghai', now)).split('-').map(Number) as [number, number]
  if (month < 12 || isKnown(year + 1)) return null
  return (await imported(`${year + 1}-01-01`, `${year + 1}-12-31`)).length === 0 ? year + 1 : null
}

/** `work` of the library is false on weekends too: only what is named beside the weekday is a holiday. */
function fromLibrary(date: string): Holiday | null {
  const { work, name } = chineseDays.getDayDetail(date)
  const [, chinese] = name.split(',')
  return chinese === undefined ? null : { day: date, off: !work, name: chinese }
}
