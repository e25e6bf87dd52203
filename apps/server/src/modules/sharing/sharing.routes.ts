import { sharingApi, sharingWorkApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { getAssignment, moveAssignment, pageAssignments } from './assignments.service.ts'
import { dispatchShared, sharedEngineers } from './engineers.service.ts'
import {
  getIssuedKey,
  issueSharingKey,
  narrowSharingKey,
  pageIssuedKeys,
  pageIssuedUses,
  revokeSharingKey,
} from './keys.service.ts'
import {
  freeShared,
  pageSharedStock,
  reserveShared,
  setSharedUsed,
  settleSharedReservation,
  sharedPartsOfOrder,
} from './parts.service.ts'
import {
  getRedeemedKey,
  giveBackKey,
  lookAtKey,
  pageRedeemedKeys,
  pageRedeemedUses,
  redeemSharingKey,
} from './redemptions.service.ts'

export function sharingRoutes(app: App): void {
  routes(
    app,
    sharingApi,
    {
      pageIssuedKeys,
      issueSharingKey,
      getIssuedKey,
      narrowSharingKey,
      revokeSharingKey,
      settleSharedReservation,
      pageRedeemedKeys,
      getRedeemedKey,
      giveBackKey,
      pageIssuedUses,
      pageRedeemedUses,
    },
    { lookAtKey, redeemSharingKey },
  )
  routes(
    app,
    sharingWorkApi,
    {
      pageSharedStock,
      sharedPartsOfOrder,
      reserveShared,
      setSharedUsed,
      freeShared,
      pageAssignments,
      getAssignment,
      moveAssignment,
    },
    { sharedEngineers, dispatchShared },
  )
}
