import type { EndpointOutput } from '@netward/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/preferences.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'

export const fieldList = 'GET /api/v1/work/field'
export type OrderField = EndpointOutput<typeof fieldList>[number]
type Labelled = Pick<OrderField, 'labelZh' | 'labelEn'>

const none: readonly OrderField[] = []

/** Custom fields of the company of an order, or of what a new one is about. */
export function useOrderFieldsOf(
  about: Partial<Record<'orderId' | 'alarmId' | 'deviceId' | 'lineId' | 'outletId', string>>,
  enabled = true,
  actingIn?: string,
): readonly OrderField[] {
  return useApi(fieldList, about, { enabled, actingIn }).data ?? none
}

/** Of the list of orders: over several companies, whose fields differ, there are none. */
export function useListedFields(): readonly OrderField[] {
  const { several } = useCompanyScope()
  const found = useApi(fieldList, {}, { enabled: !several }).data
  return several ? none : (found ?? none)
}

/** A label that the company wrote in one language alone serves both. */
export function useLabelOf(): (field: Labelled) => string {
  const chinese = useLanguage() === 'zh'
  return useMemo(
    () =>
      ({ labelZh, labelEn }: Labelled) =>
        chinese ? labelZh || labelEn : labelEn || labelZh,
    [chinese],
  )
}

/** A value as people read it. */
export function useShownValue(): (field: Pick<OrderField, 'kind' | 'options'>, value: string) => string {
  const { t } = useTranslation()
  const labelOf = useLabelOf()
  return useMemo(
    () =>
      ({ kind, options }, value) => {
        if (kind === 'yes_no') return t(value === 'yes' ? 'orderForms.yes' : 'orderForms.no')
        const option = kind === 'choice' ? options.find(({ key }) => key === value) : undefined
        return option === undefined ? value : labelOf(option)
      },
    [t, labelOf],
  )
}
