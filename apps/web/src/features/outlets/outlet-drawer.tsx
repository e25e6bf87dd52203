import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { OutletFields } from './outlet-fields.tsx'
import { afterChange, type OutletDetail, type OutletRow } from './outlet.ts'

export interface OutletFormValues {
  name: string
  code: string
  region: string
  address: string
  latitude: number | null
  longitude: number | null
  timeZone: string | undefined
  businessHours: string
  contacts: { name: string; phone: string }[]
  departmentId: string | null
  note: string
}

const empty: OutletFormValues = {
  name: '',
  code: '',
  region: '',
  address: '',
  latitude: null,
  longitude: null,
  timeZone: undefined,
  businessHours: '',
  contacts: [],
  departmentId: null,
  note: '',
}

interface Props {
  /** Null: a new one. */
  outlet: OutletRow | OutletDetail | null
  open: boolean
  onClose: () => void
}

/** Creates an outlet, or changes one: a row of the list does not hold all of it, so it is read first. */
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
  const initialValues = useMemo(() => (whole === undefined ? empty : valuesOf(whole)), [whole])
  const reading = outlet !== null && whole?.id !== outletId
  const submit = (values: OutletFormValues) => {
    const { timeZone, ...others } = values
    const given = { ...others, ...(timeZone !== undefined && { timeZone }) }
    return outlet === null ? create.mutateAsync(given) : edit.mutateAsync({ outletId, ...given })
  }
  return (
    <FormDrawer<OutletFormValues>
      // What was read afterwards is what the form begins with.
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

function valuesOf(outlet: OutletDetail): OutletFormValues {
  const { name, code, region, address, latitude, longitude, timeZone } = outlet
  const { businessHours, contacts, departmentId, note } = outlet
  return {
    name,
    code,
    region,
    address,
    latitude,
    longitude,
    timeZone,
    businessHours,
    contacts: [...contacts],
    departmentId,
    note,
  }
}
