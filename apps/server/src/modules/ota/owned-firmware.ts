import type { Subject } from '../../platform/http/in-subject-company.ts'
import { firmwareRepo } from './firmware.repo.ts'

/** A listed firmware, for `inSubjectCompany`. What a company above released is not entered: no lock finds it here. */
export const ownedFirmware = (firmwareId: string): Subject => ({
  async owner(outside) {
    const found = await firmwareRepo.findListed(outside, firmwareId)
    return found?.inherited === true ? outside.scope.companyId : found?.company_id
  },
  missing: 'firmware.not_found',
})
