import type { DeviceRefusal } from '@netward/contract/states/device'
import type { ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { WhyButton } from '../../ui/why-button.tsx'

/** A button that says why the device cannot be asked for that now. */
export function MoveButton({
  refusal,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { refusal: DeviceRefusal | null; onClick: () => void }) {
  const { t } = useTranslation()
  return <WhyButton {...button} reason={refusal === null ? null : t(`devices.refusal.${refusal}`)} />
}
