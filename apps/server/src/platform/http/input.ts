import type { Endpoint, FieldError } from '@netward/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { CallContext, UploadedFile } from './context.ts'
import { fieldMessage } from './field-message.ts'
import { readUpload } from './upload.ts'

/** Reads the fields of an endpoint's input from where its declaration says. @throws AppError request.invalid, naming the fields. */
export async function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: CallContext,
  fileLimit: () => Promise<number>,
): Promise<{ fields: unknown; file: UploadedFile | null }> {
  const { values, file } = await rawInput(endpoint, request, call, fileLimit)
  const parsed = endpoint.input.safeParse({ ...values, ...(request.params as object) })
  if (parsed.success) return { fields: parsed.data, file }
  throw new AppError('request.invalid', { data: { fields: fieldErrors(parsed.error, call) } })
}

async function rawInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: CallContext,
  fileLimit: () => Promise<number>,
): Promise<{ values: object; file: UploadedFile | null }> {
  switch (endpoint.inputKind) {
    case 'query':
      return { values: request.query as object, file: null }
    case 'json':
    case 'form':
      return { values: objectOf(request.body), file: null }
    case 'query-or-form':
      return { values: { ...(request.query as object), ...objectOf(request.body) }, file: null }
    case 'multipart':
      return { values: {}, file: await readUpload(endpoint, request, call, fileLimit) }
  }
}

function objectOf(body: unknown): object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
}

function fieldErrors(error: z.ZodError, call: CallContext): FieldError[] {
  return error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: fieldMessage(issue, call),
  }))
}

/** In tests: an answer that does not fit its declaration is a defect. */
export function checkOutput(endpoint: Endpoint, answer: unknown): void {
  if (endpoint.answer === 'csv' || endpoint.answer === 'zip') return
  const parsed = endpoint.output.safeParse(answer)
  if (!parsed.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered what it does not declare: ${parsed.error.message}`,
    )
  }
}
