import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../../platform/http/context.ts'
import { targetRepo } from './target.repo.ts'

/** 线路达标率 (operations.md §6): lines within target of those that were judged. */
export const countLinesOnTarget = (
  ctx: RequestContext,
  input: InputOf<typeof lineQualityApi.countLinesOnTarget>,
): Promise<OutputOf<typeof lineQualityApi.countLinesOnTarget>> => targetRepo.counts(ctx, input)
