import type { InputOf, OutputOf, rotaApi } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { fileRows, headingsOf } from '../../platform/import/file-rows.ts'
import { refuseRows } from '../../platform/import/import-file.ts'
import type { Holiday } from './holidays.ts'
import { rotaRepo } from './rota.repo.ts'
import { noted, there } from './rotas.service.ts'
import { requireRoom } from './shifts.service.ts'
import { dayNumber, instantIn } from '../../platform/zone.ts'

const shiftColumns = {
  person: 'rotas.person',
  from: 'rotas.startsAt',
  to: 'rotas.endsAt',
  reason: 'rotas.reason',
} as const satisfies Record<string, PhraseKey>

const holidayColumns = {
  day: 'rotas.day',
  kind: 'rotas.holidayKind',
  name: 'rotas.holidayName',
} as const satisfies Record<string, PhraseKey>

const mostRows = 2_000

/** `2026-12-01 22:00`, by the clock of the rota; null if it is no time. */
function momentOf(cell: string, zone: string): string | null {
  const [, date, hour, minute] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/.exec(cell.replaceAll('/', '-')) ?? []
  if (date === undefined || Number(hour) * 60 + Number(minute) > 1440 || Number(minute) > 59 || !isDate(date))
    return null
  return new Date(instantIn(zone, dayNumber(date), Number(hour) * 60 + Number(minute))).toISOString()
}

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Shifts as a plan outside of the console holds them: they become changes. All rows or none. */
export async function importShifts(
  ctx: RequestContext,
  { rotaId }: InputOf<typeof rotaApi.importShifts>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof rotaApi.importShifts>> {
  const rota = there(await rotaRepo.find(ctx, rotaId))
  const { rows } = fileRows(file, {
    headings: headingsOf(ctx, shiftColumns),
    needed: ['person', 'from', 'to'],
    maxRows: mostRows,
  })
  const people = Map.groupBy(await rotaRepo.people(ctx, null), ({ name }) => name.toLowerCase())
  const read = rows.map(({ row, cells }) => {
    const same = people.get(cells.person.toLowerCase()) ?? []
    const [startsAt, endsAt] = [momentOf(cells.from, rota.timeZone), momentOf(cells.to, rota.timeZone)]
    const wrong = (column: PhraseKey, code: 'member_not_found' | 'time_unreadable' | 'times_swapped') =>
      `${ctx.phrase(column)}: ${ctx.phrase(`errors.rota.${code}`)}`
    const reasons = [
      ...(same.length === 1 ? [] : [wrong(shiftColumns.person, 'member_not_found')]),
      ...(startsAt === null ? [wrong(shiftColumns.from, 'time_unreadable')] : []),
      ...(endsAt === null ? [wrong(shiftColumns.to, 'time_unreadable')] : []),
      ...(startsAt !== null && endsAt !== null && endsAt <= startsAt
        ? [wrong(shiftColumns.to, 'times_swapped')]
        : []),
    ]
    return {
      row,
      reasons,
      memberId: same[0]?.id ?? '',
      startsAt: startsAt ?? '',
      endsAt: endsAt ?? '',
      cells,
    }
  })
  refuseRows(read.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row, reason }))))
  await requireRoom(ctx, rotaId, read.length)
  await rotaRepo.insertChanges(
    ctx,
    rotaId,
    'standing',
    read.map(({ memberId, startsAt, endsAt, cells }) => ({
      memberId,
      startsAt,
      endsAt,
      reason: cells.reason.slice(0, 200),
      askedBy: null,
    })),
  )
  await noted(ctx, 'imported', rotaId, { name: rota.name, after: { rows: read.length } })
  return { imported: read.length, updated: 0 }
}

/** The days of a year's decree, by the platform for everybody. */
export async function importHolidays(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof rotaApi.importHolidays>> {
  if (ctx.scope.kind !== 'platform') throw new AppError('permission.denied')
  const { rows } = fileRows(file, {
    headings: headingsOf(ctx, holidayColumns),
    needed: ['day', 'kind'],
    maxRows: mostRows,
  })
  const kinds = new Map(
    (['off', 'work'] as const).flatMap((kind) => [
      [kind, kind] as const,
      [ctx.phrase(`rotas.holidayKinds.${kind}`).toLowerCase(), kind] as const,
    ]),
  )
  const read = rows.map(({ row, cells }) => {
    const day = cells.day.replaceAll('/', '-')
    const kind = kinds.get(cells.kind.toLowerCase())
    const reasons = [
      ...(isDate(day) ? [] : [`${ctx.phrase('rotas.day')}: ${ctx.phrase('errors.rota.time_unreadable')}`]),
      ...(kind === undefined
        ? [
            `${ctx.phrase('rotas.holidayKind')}: ${ctx.phrase('rotas.holidayKinds.off')} / ${ctx.phrase('rotas.holidayKinds.work')}`,
          ]
        : []),
    ]
    const holiday: Holiday = { day, off: kind === 'off', name: cells.name.slice(0, 100) }
    return { row, reasons, holiday }
  })
  refuseRows(read.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row, reason }))))
  await rotaRepo.importHolidays(
    ctx,
    read.map(({ holiday }) => holiday),
  )
  await ctx.audit({
    action: 'rota.holidays_imported',
    subjectKind: 'rota',
    detail: { rows: read.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { imported: read.length, updated: 0 }
}
