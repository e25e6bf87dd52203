import type { OutputOf, provisioningApi } from '@netward/contract'
import type { TemplateContent } from '@netward/cwmp'

type Content = OutputOf<typeof provisioningApi.getTemplate>['version']['content']

/** As accepted; content from before templates had settings has none. */
export const wholeContent = (content: TemplateContent): Content =>
  ({ settings: [], ...content }) as unknown as Content
