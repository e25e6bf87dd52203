import type { EndpointInput } from '@netward/contract'
import { outletEntity } from '@netward/contract/outlet-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { OutletFields } from './outlet-fields.tsx'
import { afterChange, type OutletDetail, type OutletRow } from './outlet.ts'

type Sent = EndpointInput<'POST /api/v1/outlet'>
type OutletFormValues = Omit<Required<Sent>, 'timeZone'> & { timeZone: string | undefined }

const empty = {
  region: '',
  timeZone: undefined,
  cityCode: null,
  businessHours: '',
  contacts: [],
  departmentId: null,
}

interface Props {
  /** Null: a new one. */
  outlet: OutletRow | OutletDetail | null
  open: boolean
  onClose: () => void
}

/** Creates or edits an outlet: a list row is incomplete, so it is fetched first. */
export function OutletDrawer({ outlet, open, onClose }: Props) {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const outletId = outlet?.id ?? ''
  const whole = useApi(
    'GET /api/v1/outlet/:outletId',
    { outletId },
    { enabled: open && outlet !== null },
  ).data
  const create = useAct('POST /api/v1/outlet', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /api/v1/outlet/:outletId', { errors: 'caller', refresh: afterChange })
  const initialValues = useMemo(
    () => formValues(outletEntity, whole ?? null, empty) as unknown as OutletFormValues,
    [whole],
  )
  const reading = outlet !== null && whole?.id !== outletId
  const submit = (values: OutletFormValues) => {
    const { timeZone, ...others } = values
    const given = { ...others, ...(timeZone !== undefined && { timeZone }) }
    return outlet === null ? create.mutateAsync(given) : edit.mutateAsync({ outletId, ...given })
  }
  return (
    <FormDrawer<OutletFormValues>
      // The form starts with the fetched values.
      key={reading ? 'reading' : outletId}
      title={outlet === null ? t('outlets.createTitle', { company: companyName }) : t('outlets.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      width={560}
    >
      {reading ? <LoadingState /> : <OutletFields companyId={whole?.companyId} enabled={open} />}
    </FormDrawer>
  )
}
