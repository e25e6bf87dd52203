import type { DeviceRefusal } from '@netward/contract/states/device'
import type { ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { WhyButton } from './why-button.tsx'

/** A button that explains why the action is not possible on the device now. */
export function MoveButton({
  refusal,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { refusal: DeviceRefusal | null; onClick: () => void }) {
  const { t } = useTranslation()
  return <WhyButton {...button} reason={refusal === null ? null : t(`devices.refusal.${refusal}`)} />
}
