import type { engineerApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { certificateRepo } from './certificate.repo.ts'
import { mayEditCertificates } from './certificates.service.ts'
import { engineerRepo } from './engineer.repo.ts'

export async function getEngineer(
  ctx: RequestContext,
  { personId }: InputOf<typeof engineerApi.getEngineer>,
): Promise<OutputOf<typeof engineerApi.getEngineer>> {
  const found = await engineerRepo.find(ctx, personId)
  if (!found) throw new AppError('engineer.not_found')
  return {
    ...found,
    duties: await engineerRepo.duties(ctx, personId),
    visits: await engineerRepo.visits(ctx, personId),
    certificates: await certificateRepo.ofPerson(ctx, personId),
    mayEdit: await mayEditCertificates(ctx, personId),
  }
}
