import type { InputOf, openingApi, OutputOf } from '@netward/contract'
import { mostOpeningSites } from '@netward/contract/opening-values'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext, UploadedFile } from '../../../platform/http/context.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { fileRows, headingsOf } from '../../../platform/import/file-rows.ts'
import {
  carryOutImport,
  type ImportPlan,
  type NewRow,
  type PlannedRow,
  previewImport,
} from '../../../platform/import/import-file.ts'
import { heldPermissions } from '../../identity/index.ts'
import {
  insertNewOutlets,
  type NewOutlet,
  newOutlet,
  outletsByCode,
  zoneOfNewOutlets,
} from '../../outlets/index.ts'
import { requireRoom } from './opening-sites.service.ts'
import { openingSiteRepo } from './opening-site.repo.ts'
import { announceOpening, inOpening } from './openings.service.ts'

const columns = {
  code: 'openings.columns.code',
  plannedOn: 'openings.columns.plannedOn',
  name: 'openings.columns.name',
  region: 'openings.columns.region',
  address: 'openings.columns.address',
  contacts: 'openings.columns.contacts',
} as const satisfies Record<string, PhraseKey>

interface NewSite {
  readonly plannedOn: string
  /** That exists, or that the file makes. */
  readonly outlet: { readonly id: string } | { readonly values: NewOutlet }
}

/** All rows or none. */
export async function importOpeningSites(
  ctx: SeveralTransactions,
  { openingId, existing }: InputOf<typeof openingApi.importOpeningSites>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof openingApi.importOpeningSites>> {
  return inOpening(ctx, openingId, async (inside, { name }) => {
    const done = await carryOutImport(inside, await planSites(inside, openingId, file, existing))
    await inside.audit({
      action: 'opening.sites_imported',
      subjectKind: 'opening',
      subjectId: openingId,
      detail: { name, ...done, file: file?.filename.slice(0, 200) ?? '' },
    })
    await announceOpening(inside, openingId)
    return done
  })
}

export async function previewOpeningSites(
  ctx: SeveralTransactions,
  { openingId }: InputOf<typeof openingApi.previewOpeningSites>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof openingApi.previewOpeningSites>> {
  return inOpening(ctx, openingId, async (inside) =>
    previewImport(inside, await planSites(inside, openingId, file, 'update')),
  )
}

async function planSites(
  inside: RequestContext,
  openingId: string,
  file: UploadedFile | null,
  existing: 'refuse' | 'update',
): Promise<ImportPlan<NewSite>> {
  const { rows, ignored } = fileRows(file, {
    headings: headingsOf(inside, columns),
    needed: ['code', 'plannedOn'],
    maxRows: mostOpeningSites,
  })
  const outlets = await outletsByCode(
    inside,
    rows.map(({ cells }) => cells.code),
  )
  const planned = await openingSiteRepo.planned(inside, openingId)
  const mayCreate = (await heldPermissions(inside)).includes('DMS_SERVER_OUTLET_EDIT')
  const timeZone = await zoneOfNewOutlets(inside)
  const seen = new Set<string>()
  const of = (column: keyof typeof columns, reason: string) => `${inside.phrase(columns[column])}: ${reason}`

  const plan = rows.map(({ row, cells }): PlannedRow<NewSite> => {
    const code = cells.code.toLowerCase()
    const outlet = outlets.get(code)
    const before = outlet && planned.get(outlet.id)
    const plannedOn = dayOf(cells.plannedOn)
    const reasons: string[] = []
    if (code === '') reasons.push(of('code', inside.phrase('validation.missing')))
    if (code !== '' && seen.has(code)) reasons.push(of('code', inside.phrase('openings.codeTwice')))
    seen.add(code)
    if (plannedOn === null) reasons.push(of('plannedOn', inside.phrase('validation.format')))
    if (before !== undefined && existing === 'refuse')
      reasons.push(of('code', inside.phrase('openings.addSitesHint')))
    if (before?.accepted === true && before.plannedOn !== plannedOn)
      reasons.push(of('plannedOn', inside.phrase('openings.importAccepted')))
    let values: NewOutlet | null = null
    if (outlet === undefined && code !== '') {
      if (cells.name === '') reasons.push(of('code', inside.phrase('openings.noSuchOutlet')))
      else if (!mayCreate) reasons.push(of('code', inside.phrase('openings.mayNotCreate')))
      else {
        const made = newOutlet(inside, cells, timeZone)
        if ('reasons' in made) reasons.push(...made.reasons)
        else values = made.values
      }
    }
    const name = outlet?.name ?? (cells.name || cells.code)
    if (reasons.length > 0 || plannedOn === null) return { row, name, state: 'refused', reasons }
    if (outlet === undefined)
      return values === null
        ? { row, name, state: 'refused', reasons: [of('code', inside.phrase('openings.noSuchOutlet'))] }
        : { row, name, state: 'new', values: { plannedOn, outlet: { values } } }
    if (before === undefined) return { row, name, state: 'new', values: { plannedOn, outlet } }
    if (before.plannedOn === plannedOn) return { row, name, state: 'unchanged' }
    return {
      row,
      name,
      state: 'changed',
      changes: [{ column: inside.phrase(columns.plannedOn), before: before.plannedOn, after: plannedOn }],
      update: () => openingSiteRepo.planOutlet(inside, openingId, outlet.id, plannedOn),
    }
  })
  return { rows: plan, ignored, insert: (added) => insertSites(inside, openingId, added) }
}

async function insertSites(inside: RequestContext, openingId: string, added: readonly NewRow<NewSite>[]) {
  const made = added.flatMap(({ row, values: { outlet, plannedOn } }) =>
    'values' in outlet ? [{ row, values: outlet.values, plannedOn }] : [],
  )
  const { ids, refused } = await insertNewOutlets(inside, made)
  if (refused.length > 0) return refused
  const there = added.flatMap(({ values: { outlet, plannedOn } }) =>
    'id' in outlet ? [{ outletId: outlet.id, plannedOn }] : [],
  )
  const opened = made.map(({ plannedOn }, index) => ({ outletId: ids[index]!, plannedOn }))
  await openingSiteRepo.insert(inside, openingId, [...there, ...opened])
  await requireRoom(inside, openingId)
  return []
}

/** Spreadsheets write 2026/12/1 too. */
function dayOf(cell: string): string | null {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell)
  if (parts === null) return null
  const [, year, month, day] = parts
  const text = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const read = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== text ? null : text
}
