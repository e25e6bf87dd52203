import { z } from 'zod'
import { askedFilters, askedZone, chartPanel } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { chartCodes } from './panels/panel.ts'
import { panelKeys } from './panels/panels.ts'
import { done, id, instant, name, opaque, pageInput, pageOf } from './schemas.ts'
import { mostWallRanges, wallLooks, wallStates } from './wall-values.ts'

const chart = z.enum(chartCodes)
const pages = z
  .array(chart)
  .min(1)
  .max(chartCodes.length)
  .refine((codes) => new Set(codes).size === codes.length, 'validation.format')
/** An address alone is a range of one. */
const range = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).meta({ examples: ['192.0.2.0/24'] })
const language = z.enum(['zh', 'en'])
const look = z.enum(wallLooks)

const wallRow = z.object({
  id,
  name: z.string(),
  madeBy: z.string(),
  pages: z.array(chart),
  filters: z.object(askedFilters),
  /** Names of the company and the department of its filters; null: there is no such filter, or it is gone or out of sight. */
  companyName: z.string().nullable(),
  departmentName: z.string().nullable(),
  ranges: z.array(z.string()),
  state: z.enum(wallStates),
  createdAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
  /** Null: it is not over, or expired. */
  endedBecause: z.enum(['person', 'rights', 'moved']).nullable(),
  endedBy: z.string().nullable(),
  lastSeenAt: instant.nullable(),
  lastSeenAddress: z.string().nullable(),
  mayEnd: z.boolean(),
})

export const pageWalls = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/chart/wall/lists',
  access: 'DMS_SERVER_CENTER_WALL_SCREENS',
  summary: 'Wall screens of the company acted in; never their links',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    state: z.enum(wallStates).optional(),
    sort: z
      .enum([
        'name',
        '-name',
        'createdAt',
        '-createdAt',
        'expiresAt',
        '-expiresAt',
        'lastSeenAt',
        '-lastSeenAt',
      ])
      .default('-createdAt'),
  }),
  output: pageOf(wallRow),
})

export const makeWall = endpoint({
  method: 'POST',
  path: '/api/v1/chart/wall',
  access: 'DMS_SERVER_CENTER_WALL_SCREENS',
  summary: 'Make a wall screen with the rights of the person; the secret of its link is answered this once',
  input: z.object({
    name,
    pages,
    ...askedFilters,
    ranges: z.array(range).min(1).max(mostWallRanges),
    /** At most 90 days ahead. */
    expiresAt: z.iso.datetime().meta({ examples: ['2026-12-31T16:00:00Z'] }),
    timeZone: askedZone,
    language,
    look: look.default('light'),
  }),
  output: z.object({ id, secret: z.string() }),
  errors: [
    'permission.denied',
    'company.not_found',
    'wall.only_at_home',
    'wall.too_many',
    'wall.range_too_wide',
    'wall.expires_wrong',
    'wall.page_empty',
  ],
  audit: 'wall.made',
})

export const endWall = endpoint({
  method: 'POST',
  path: '/api/v1/chart/wall/:wallId/end',
  access: 'DMS_SERVER_CENTER_WALL_SCREENS',
  summary: 'End a wall screen: its maker, or an administrator of the company',
  input: z.object({ wallId: id }),
  output: done,
  errors: ['wall.not_found', 'wall.over', 'wall.not_own', 'wall.only_at_home'],
  audit: 'wall.ended',
})

/** Why a screen shows nothing. */
const closed = ['wall.over', 'wall.paused', 'wall.wrong_address'] as const

export const openWall = endpoint({
  method: 'POST',
  path: '/api/v1/chart/wall/open',
  access: 'public',
  summary: 'Exchange the secret of a wall screen for a session, from an address in its ranges',
  input: z.object({ secret: opaque }),
  output: z.object({ token: z.string() }),
  errors: ['wall.not_found', ...closed],
})

export const wallScreen = endpoint({
  method: 'GET',
  path: '/api/v1/chart/wall/screen',
  access: 'wall',
  summary: 'What a wall screen shows: its pages with their panels, and how',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    companyName: z.string(),
    /** Pages to which its maker has the right now. */
    pages: z.array(z.object({ chart, panels: z.array(z.enum(panelKeys)) })),
    timeZone: z.string(),
    language,
    look,
    expiresAt: instant,
  }),
  errors: [...closed],
})

export const wallPanel = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/chart/wall/panel',
  access: 'wall',
  summary:
    'One panel of a page of a wall screen, over the usual period of the page, narrowed as the screen is',
  input: z.object({ chart, panel: z.enum(panelKeys) }),
  output: chartPanel.output,
  errors: ['permission.denied', ...closed],
})
