import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Header,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components/Menu'
import Check from '~icons/lucide/check'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './menu.module.css'

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string
  trigger: ReactNode
  /** Text above the entries, such as the signed-in admin. */
  header?: ReactNode
  children: ReactNode
}

/** A button that opens a menu of actions and choices. */
export function Menu({ label, trigger, header, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(isOpen, () => setOpen(false))
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={label} data-tooltip={label} className={styles.trigger ?? ''}>
        {trigger}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={6}>
        {header && <div className={styles.header}>{header}</div>}
        <AriaMenu aria-label={label} className={styles.menu ?? ''}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  onAction: () => void
  tone?: 'danger' | undefined
  children: string
}

export function MenuItem({ icon, onAction, tone, children }: MenuItemProps) {
  return (
    <AriaMenuItem className={styles.item ?? ''} data-tone={tone} onAction={onAction} textValue={children}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      {children}
    </AriaMenuItem>
  )
}

interface MenuChoiceProps<Value extends string> {
  title: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A single choice, such as a language. The menu stays open, so that the change is visible. */
export function MenuChoice<Value extends string>({ title, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <MenuSection
      className={styles.section ?? ''}
      selectionMode="single"
      disallowEmptySelection
      shouldCloseOnSelect={false}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys !== 'all' && keys.has(option.value))
        if (chosen && chosen.value !== value) onChange(chosen.value)
      }}
    >
      <Header className={styles.title ?? ''}>{title}</Header>
      {options.map((option) => (
        <AriaMenuItem key={option.value} id={option.value} className={styles.item ?? ''} textValue={option.label}>
          <span className={styles.icon} aria-hidden="true">
            {option.value === value && <Check />}
          </span>
          {option.label}
        </AriaMenuItem>
      ))}
    </MenuSection>
  )
}
