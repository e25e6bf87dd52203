import type { EndpointInput } from '@netward/contract'
import { equipmentEntity } from '@netward/contract/equipment-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { formValues } from '../../ui/entity/entity-form.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { EquipmentFields } from './equipment-fields.tsx'
import { afterChange, type EquipmentDetail } from './equipment.ts'

type Sent = Required<EndpointInput<'POST /monitor/api/v1/device'>>
/** Fields whose control is empty in another way than the request. */
interface OtherwiseEmpty {
  ipAddress: string
  macAddress: string
  credentialId: string | undefined
  outletId: string | undefined
}
export type EquipmentFormValues = Omit<Sent, keyof OtherwiseEmpty> & OtherwiseEmpty

const empty: OtherwiseEmpty = {
  ipAddress: '',
  macAddress: '',
  credentialId: undefined,
  outletId: undefined,
}

/** Adds a device, or edits one that was added. */
export function EquipmentDrawer({
  device,
  open,
  onClose,
}: {
  /** Null: a new one. */
  device: Pick<EquipmentDetail, 'id'> | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const deviceId = device?.id ?? ''
  const whole = useApi(
    'GET /monitor/api/v1/device/:deviceId',
    { deviceId },
    { enabled: open && device !== null },
  ).data
  const add = useAct('POST /monitor/api/v1/device', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /monitor/api/v1/device/:deviceId', { errors: 'caller', refresh: afterChange })
  const initialValues = useMemo(
    () => formValues(equipmentEntity, whole ?? null, { ...empty }) as unknown as EquipmentFormValues,
    [whole],
  )
  const reading = device !== null && whole?.id !== deviceId
  const submit = (values: EquipmentFormValues) => {
    const given = {
      ...values,
      ipAddress: values.ipAddress.trim() || null,
      macAddress: values.macAddress.trim() || null,
      credentialId: values.driver === 'snmp' ? (values.credentialId ?? null) : null,
      outletId: values.outletId ?? null,
    }
    return device === null ? add.mutateAsync(given) : edit.mutateAsync({ deviceId, ...given })
  }
  return (
    <FormDrawer<EquipmentFormValues>
      // The form starts with the fetched values.
      key={reading ? 'reading' : deviceId}
      title={
        device === null ? t('monitoring.add.title', { company: companyName }) : t('monitoring.add.editTitle')
      }
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      width={560}
    >
      {reading ? <LoadingState /> : <EquipmentFields companyId={whole?.companyId} enabled={open} />}
    </FormDrawer>
  )
}
