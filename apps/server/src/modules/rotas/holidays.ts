import chineseDays from 'chinese-days'
import type { RequestContext } from '../../platform/http/context.ts'
import { rotaRepo } from './rota.repo.ts'
import type { IsDayOff } from './schedule.ts'
import { dateOf, dayNumber, weekdayOf } from './zone.ts'

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
  ctx: Pick<RequestContext, 'db'>,
  fromDay: number,
  toDay: number,
): Promise<{ isDayOff: IsDayOff; holidays: Holiday[]; unknownYears: number[] }> {
  const imported = new Map(
    (await rotaRepo.holidays(ctx, dateOf(fromDay), dateOf(toDay))).map((one) => [one.day, one]),
  )
  const importedYears = new Set([...imported.keys()].map((day) => Number(day.slice(0, 4))))
  const found = new Map<number, Holiday | null>()
  const at = (day: number): Holiday | null => {
    const known = found.get(day)
    if (known !== undefined) return known
    const date = dateOf(day)
    const holiday = imported.get(date) ?? fromLibrary(date)
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

/** `work` of the library is false on weekends too: only what is named beside the weekday is a holiday. */
function fromLibrary(date: string): Holiday | null {
  const { work, name } = chineseDays.getDayDetail(date)
  const [, chinese] = name.split(',')
  return chinese === undefined ? null : { day: date, off: !work, name: chinese }
}
