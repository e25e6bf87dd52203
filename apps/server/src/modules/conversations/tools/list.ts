import type { PermissionCode } from '@netward/contract'
import type { AssistantTool } from '@netward/contract/conversation-values'
import { z } from 'zod'
import { defineTool } from './define.ts'
import type { NamedReference, Tool, ToolContext } from './tool.ts'

/** A row of a list as the model sees it. */
export interface Row {
  readonly data: Readonly<Record<string, unknown>>
  readonly references: readonly NamedReference[]
}

interface Page {
  readonly rows: readonly Row[]
  readonly total: number
  readonly totalCapped: boolean
}

export interface List {
  readonly name: string
  readonly needs: readonly PermissionCode[]
  readonly filters: z.ZodRawShape
  page(
    context: ToolContext,
    filters: Readonly<Record<string, unknown>>,
    page: number,
    size: number,
  ): Promise<Page>
}

interface DeclaredList<S extends z.ZodRawShape, R> {
  readonly name: string
  readonly needs: readonly PermissionCode[]
  readonly filters: S
  read(
    context: ToolContext,
    filters: z.output<z.ZodObject<S>>,
    page: { page: number; pageSize: number },
  ): Promise<{ items: readonly R[]; total: number; totalCapped: boolean }>
  row(item: R, context: ToolContext): Row
}

export const defineList = <S extends z.ZodRawShape, R>(declared: DeclaredList<S, R>): List => ({
  ...declared,
  page: async (context, filters, page, pageSize) => {
    const { items, total, totalCapped } = await declared.read(context, filters as z.output<z.ZodObject<S>>, {
      page,
      pageSize,
    })
    return { rows: items.map((item) => declared.row(item, context)), total, totalCapped }
  },
})

const pages = {
  page: z.int().min(1).max(1000).default(1).describe('Page, from 1'),
  pageSize: z.int().min(1).max(100).default(50).describe('Rows a page'),
}

/** How many there are: counting stops at 10,000. */
export const totalOf = ({ total, totalCapped }: { total: number; totalCapped: boolean }): number | string =>
  totalCapped ? `${total.toLocaleString('en')}+` : total

/** A page of a list with how many there are in all. */
export const listed = (
  { rows, total, totalCapped }: Page,
  page: number,
  pageSize: number,
): Readonly<Record<string, unknown>> => ({
  shown: rows.length,
  total: totalOf({ total, totalCapped }),
  ...((page - 1) * pageSize + rows.length < total && { more: `ask for page ${page + 1}` }),
  items: rows.map(({ data }) => data),
})

/** A tool that pages a list. */
export const listTool = (
  list: List,
  tool: { name: string; shown: AssistantTool; description: string },
): Tool =>
  defineTool({
    ...tool,
    needs: list.needs,
    input: { ...list.filters, ...pages },
    run: async (context, { page, pageSize, ...filters }) => {
      const found = await list.page(context, filters, page, pageSize)
      return {
        data: listed(found, page, pageSize),
        references: found.rows.flatMap(({ references }) => references),
      }
    },
  })

/** Every filter may be left out. */
export const search = z.string().trim().min(1).max(100).optional()
export const idText = z.string().regex(/^[1-9][0-9]{0,17}$/, 'validation.format')
export const companyId = idText.optional().describe('Only that customer, for those who see several')
export const region = z
  .string()
  .max(100)
  .optional()
  .describe('Region path such as 华东/上海; with those below it; "/" for none')

/** One value or several. */
export const anyOf = <const V extends readonly string[]>(values: V) =>
  z.union([z.enum(values), z.array(z.enum(values)).min(1).max(20)]).optional()
/** As endpoints take it. */
export const many = <V>(value: V | V[] | undefined): V[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value]
