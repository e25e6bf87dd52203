import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { requireSignInRight } from '../integrations/index.ts'
import { requireGrantable } from '../members/index.ts'
import { directoryChannel } from './people-sync.service.ts'
import { questionRepo } from './question.repo.ts'

export async function pagePeopleSyncQuestions(
  ctx: RequestContext,
  query: InputOf<typeof peopleSyncApi.pagePeopleSyncQuestions>,
): Promise<OutputOf<typeof peopleSyncApi.pagePeopleSyncQuestions>> {
  await directoryChannel(ctx, query.channelId)
  const { items, total } = await questionRepo.page(ctx, query)
  return { items, ...capped(total) }
}

/** An administrator says who people are, as by a link made by hand. */
export async function answerPeopleSyncQuestions(
  ctx: RequestContext,
  { channelId, questionIds, answer }: InputOf<typeof peopleSyncApi.answerPeopleSyncQuestions>,
): Promise<OutputOf<typeof peopleSyncApi.answerPeopleSyncQuestions>> {
  await requireSignInRight(ctx)
  const { name } = await directoryChannel(ctx, channelId)
  const questions = await questionRepo.lock(ctx, channelId, questionIds)
  if (questions.length < new Set(questionIds).size) throw new AppError('people_sync.question_not_found')
  for (const { id, kind, subject, name: person, memberId, memberName, memberRoles } of questions) {
    await questionRepo.answer(ctx, id, answer)
    if (answer === 'link' && kind === 'new_id') await questionRepo.moveIdentifier(ctx, id)
    if (answer === 'link' && memberId !== null) await questionRepo.link(ctx, id)
    if (answer === 'ignore') await questionRepo.ignore(ctx, channelId, subject)
    // Of a new identifier: the earlier member leaves by the next reading.
    if (answer === 'create' && kind !== 'new_id') {
      await questionRepo.unlink(ctx, channelId, subject)
      if (kind === 'address_changed' && memberId !== null) {
        await requireGrantable(ctx, memberRoles)
        await questionRepo.disable(ctx, memberId)
      }
    }
    await ctx.audit({
      action: 'people_sync.answered',
      subjectKind: 'member',
      ...(memberId !== null && { subjectId: memberId }),
      detail: { channel: name, displayName: memberName ?? person, subject, answer },
    })
  }
  await questionRepo.readAgain(
    ctx,
    channelId,
    questions.flatMap(({ subject, kind, memberSubject }) =>
      kind === 'new_id' && memberSubject !== null ? [subject, memberSubject] : [subject],
    ),
  )
  await ctx.emit('people_sync.changed', channelId)
  return { answered: questions.length }
}
