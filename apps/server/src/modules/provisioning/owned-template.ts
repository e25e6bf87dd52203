import type { Subject } from '../../platform/http/in-subject-company.ts'
import { templateListRepo } from './template-list.repo.ts'

/** A listed template, for `inSubjectCompany`: read and changed in its company, as far as that admits the caller. */
export const ownedTemplate = (templateId: string): Subject => ({
  owner: (outside) => templateListRepo.findCompany(outside, templateId),
  missing: 'template.not_found',
})
