import { chartApi, licenceApi } from '@netward/contract'
import { panelKeys, panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { phrase } from '@netward/phrases/server'
import { z } from 'zod'
import { defineTool, pick, read } from './define.ts'
import { companyId, region } from './list.ts'
import { referenceOf } from './names.ts'
import { periodInput, periodOf } from './times.ts'
import type { NamedReference } from './tool.ts'

export const licences = defineTool({
  name: 'licences',
  shown: 'licences',
  description:
    'The package of the company: what it uses of each quota, what remains, when it runs out by its trend, and licences that end soon.',
  input: {},
  needs: ['DMS_SERVER_ORGANIZATION_MANAGE_LICENSE'],
  run: async (context) => {
    const [usage, warnings] = await Promise.all([
      read(context, licenceApi.usage, {}),
      read(context, licenceApi.licenceWarnings, {}),
    ])
    return {
      data: {
        package: usage.package,
        quotas: usage.kinds.map((kind) =>
          pick(kind, 'kind', 'used', 'granted', 'remaining', 'level', 'forecast'),
        ),
        ending: warnings.ending,
      },
      references: [],
    }
  },
})

const usualHours = 7 * 24

/** Values of a panel by the names of its measures. */
export const panel = defineTool({
  name: 'panel',
  shown: 'panel',
  description:
    'A panel of the operations centre over a period (default 7 days), with the period before: figures, courses and rankings as the pages show them. The person sees the panel beside the answer. Examples: outlet_availability, line_availability, alarms_raised, alarm_times (MTTA, MTTR), orders_in_time, outlets_down, lines_worst, satisfaction. Shares are of 1.',
  input: {
    panel: z.enum(panelKeys as unknown as readonly [PanelKey]),
    ...periodInput,
    region,
    companyId,
  },
  run: async (context, { panel: key, from, to, ...filters }) => {
    const period = periodOf(context, { from, to }, usualHours)
    const shown = await read(context, chartApi.chartPanel, {
      panel: key,
      ...period,
      ...filters,
      timeZone: context.timeZone,
    })
    const declared = panelOf(key)
    const measures = Object.entries(declared.measures)
    const text = (part: string) => phrase(context.language, `panels.of.${key}.${part}`)
    const valuesOf = (values: readonly (number | null)[] | null) =>
      values && Object.fromEntries(measures.map(([name], at) => [name, values[at] ?? null]))
    return {
      data: {
        title: text('title'),
        definition: text('definition'),
        units: Object.fromEntries(measures.map(([name, { unit }]) => [name, unit])),
        ...pick(shown, 'asOf', 'from', 'to', 'before', 'coverage', 'note'),
        total: shown.rows.length,
        rows: shown.rows.map((row) => ({
          label: row.label,
          id: row.page?.id,
          at: row.at ?? undefined,
          group: row.group ?? undefined,
          ...valuesOf(row.values),
          before: valuesOf(row.before) ?? undefined,
        })),
      },
      references: shown.rows.flatMap(({ page, label }): readonly NamedReference[] =>
        page ? referenceOf(page.kind, page.id, label) : [],
      ),
      part: {
        kind: 'panel',
        panel: key,
        from: shown.from,
        to: shown.to,
        filters: {
          ...(filters.region !== undefined && { region: filters.region }),
          ...(filters.companyId !== undefined && { companyId: filters.companyId }),
        },
      },
    }
  },
})
