import { lineQualityApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { listCarrierOutages } from './carrier/carrier.service.ts'
import {
  editLineMeasuring,
  exportMeasuredLines,
  getMeasuredLine,
  listLinePaths,
  pageLineOutages,
  pageMeasuredLines,
  pageOutages,
  setOutageCause,
} from './lines.service.ts'
import { getAddressNetworks, importAddressNetworks } from './networks.service.ts'
import { countLinesOnTarget } from './target/target.service.ts'
import { editLineProfile, listLineProfiles } from './profiles.service.ts'

export function lineQualityRoutes(app: App): void {
  routes(
    app,
    lineQualityApi,
    {
      pageMeasuredLines,
      exportMeasuredLines,
      countLinesOnTarget,
      getMeasuredLine,
      pageLineOutages,
      pageOutages,
      listLinePaths,
      listLineProfiles,
      editLineProfile,
      listCarrierOutages,
      getAddressNetworks,
      importAddressNetworks: (ctx, _input, file) => importAddressNetworks(ctx, file),
    },
    { editLineMeasuring, setOutageCause },
  )
}
