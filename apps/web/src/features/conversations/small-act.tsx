import { Button, type ButtonProps } from 'antd'

/** A small button that is an icon; `label` is its name and what pointing at it shows. */
export function SmallAct({
  label,
  ...props
}: Omit<ButtonProps, 'title' | 'type' | 'size'> & { label: string }) {
  return <Button type="text" size="small" aria-label={label} title={label} {...props} />
}
