import { Button, type ButtonProps, Tooltip } from 'antd'
import { notify } from '../lib/notify.ts'
import './why-button.css'

/**
 * A button that says why it does nothing; `reason` null: it acts. It stays in the order of focus, so that the keyboard
 * and a screen reader find the reason too.
 */
export function WhyButton({
  reason,
  onClick,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { reason: string | null; onClick: () => void }) {
  if (reason === null) return <Button {...button} onClick={onClick} />
  const { danger: _danger, type, ...plain } = button
  return (
    <Tooltip title={reason}>
      <Button
        {...plain}
        {...(type === 'link' && { type: 'text' })}
        aria-disabled
        className="why-button"
        onClick={() => notify.info(reason)}
      />
    </Tooltip>
  )
}
