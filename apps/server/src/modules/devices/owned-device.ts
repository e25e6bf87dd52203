import type { Subject } from '../../platform/http/in-subject-company.ts'
import { deviceRepo } from './device.repo.ts'

/** For `inSubjectCompany`. */
export const ownedDevice = (deviceId: string): Subject => ({
  missing: 'device.not_found',
  owner: async (outside) => (await deviceRepo.findOwners(outside, [deviceId]))[0]?.company_id,
})
