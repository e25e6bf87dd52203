import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partCategories, warehouseKinds } from './part-values.ts'
import { done, id, name, nothing, oneOrMany, pageInput, pageOf } from './schemas.ts'

const note = z.string().trim().max(1000).default('')
const search = z.string().trim().max(100).optional()

const modelFields = {
  brand: z.string().trim().max(100).default(''),
  name,
  category: z.enum(partCategories).default('other'),
  /** Each piece has a serial number; otherwise pieces are counted. Fixed once the model is made. */
  serialised: z.boolean().default(false),
  warrantyMonths: z.number().int().min(0).max(240).default(0),
  price: z.number().min(0).max(99_999_999).nullable().default(null),
  note,
}

const modelQuery = pageInput.extend({
  search,
  category: oneOrMany(z.enum(partCategories)),
  serialised: z.enum(['yes', 'no']).optional(),
  sort: z.enum(['name', '-name', 'brand', '-brand']).default('name'),
})

export const pagePartModels = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/model/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Models of spare parts of the company acted in, with what is available of each',
  input: modelQuery,
  output: pageOf(z.object({ id, ...modelFields, available: z.number().int() })),
})

export const exportPartModels = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/model/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1)',
  input: modelQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_model.exported',
})

export const partModelChoices = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/model/choices',
  access: 'DMS_SERVER_PART',
  summary: 'Models by name, the first 50',
  input: z.object({ search, modelId: id.optional() }),
  output: z.array(
    z.object({
      id,
      brand: z.string(),
      name: z.string(),
      serialised: z.boolean(),
      warrantyMonths: z.number().int(),
      price: z.number().nullable(),
    }),
  ),
})

export const addPartModel = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/model',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Add a model of spare parts',
  input: z.object(modelFields),
  output: z.object({ id }),
  errors: ['part_model.name_taken', 'part_model.too_many'],
  audit: 'part_model.added',
})

const { serialised: _fixed, ...changeableFields } = modelFields

export const editPartModel = endpoint({
  method: 'PUT',
  path: '/api/v1/work/part/model/:modelId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Change a model; whether it has serial numbers stays',
  input: z.object({ modelId: id, ...changeableFields }),
  output: done,
  errors: ['part_model.not_found', 'part_model.name_taken'],
  audit: 'part_model.edited',
})

export const deletePartModel = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/part/model/:modelId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Delete a model that was never in stock',
  input: z.object({ modelId: id }),
  output: done,
  errors: ['part_model.not_found', 'part_model.in_use'],
  audit: 'part_model.deleted',
})

const warehouseFields = {
  name,
  kind: z.enum(warehouseKinds).default('fixed'),
  address: z.string().trim().max(200).default(''),
  outletId: id.nullable().default(null),
  /** A person of the company; a car needs one. */
  keeperId: id.nullable().default(null),
  note,
}

const warehouseQuery = pageInput.extend({
  search,
  kind: z.enum(warehouseKinds).optional(),
  sort: z.enum(['name', '-name']).default('name'),
})

export const pageWarehouses = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/warehouse/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Warehouses of the company acted in: fixed ones and cars',
  input: warehouseQuery,
  output: pageOf(
    z.object({
      id,
      ...warehouseFields,
      outletName: z.string().nullable(),
      keeperName: z.string().nullable(),
      /** Models of which something is there, pieces, and models under their minimum. */
      models: z.number().int(),
      pieces: z.number().int(),
      short: z.number().int(),
    }),
  ),
})

export const exportWarehouses = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/warehouse/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1)',
  input: warehouseQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'warehouse.exported',
})

export const warehouseChoices = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/warehouse/choices',
  access: 'DMS_SERVER_PART',
  summary: 'Warehouses of the company acted in by name; the own car of the caller first',
  input: nothing,
  output: z.array(z.object({ id, name: z.string(), kind: z.enum(warehouseKinds), own: z.boolean() })),
})

export const warehouseKeepers = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/warehouse/keepers',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Who can keep a warehouse or a car: enabled members of the company acted in',
  input: nothing,
  output: z.array(z.object({ id, name: z.string() })),
})

const warehouseErrors = [
  'warehouse.name_taken',
  'warehouse.outlet_not_found',
  'warehouse.keeper_not_found',
  'warehouse.keeper_needed',
] as const

export const addWarehouse = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/warehouse',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Add a warehouse',
  input: z.object(warehouseFields),
  output: z.object({ id }),
  errors: ['warehouse.too_many', ...warehouseErrors],
  audit: 'warehouse.added',
})

export const editWarehouse = endpoint({
  method: 'PUT',
  path: '/api/v1/work/part/warehouse/:warehouseId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Change a warehouse',
  input: z.object({ warehouseId: id, ...warehouseFields }),
  output: done,
  errors: ['warehouse.not_found', ...warehouseErrors],
  audit: 'warehouse.edited',
})

export const deleteWarehouse = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/part/warehouse/:warehouseId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Delete a warehouse in which nothing ever was',
  input: z.object({ warehouseId: id }),
  output: done,
  errors: ['warehouse.not_found', 'warehouse.in_use'],
  audit: 'warehouse.deleted',
})

export const setPartMinimum = endpoint({
  method: 'PUT',
  path: '/api/v1/work/part/minimum',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Set the minimum stock of a model in a warehouse; 0: none',
  input: z.object({ warehouseId: id, modelId: id, minimum: z.number().int().min(0).max(100_000) }),
  output: done,
  errors: ['warehouse.not_found', 'part_model.not_found'],
  audit: 'part_stock.minimum_set',
})
