// Buttons: the plain one, the one that acts (copper), the quiet one, and the icon alone.
import { type JSX, splitProps } from "solid-js";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

export interface ButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  /** `act`: what the person most likely wants. `quiet`: no border. `danger`: destroys something. */
  look?: "plain" | "act" | "quiet" | "danger";
  size?: "small" | "normal";
}

/** A button; never submits a form unless told to. */
export function Button(props: ButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ["look", "size", "class", "type"]);
  return (
    <button
      {...rest}
      type={own.type ?? "button"}
      class={`button ${own.class ?? ""}`}
      data-look={own.look ?? "plain"}
      data-size={own.size ?? "normal"}
    />
  );
}

export interface IconButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  icon: IconName;
  /** The accessible name, also the tooltip. */
  label: string;
  iconSize?: number;
}

/** An icon with a name. */
export function IconButton(props: IconButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ["icon", "label", "iconSize", "class"]);
  return (
    <button type="button" {...rest} class={`icon-button ${own.class ?? ""}`} aria-label={own.label} title={own.label}>
      <Icon name={own.icon} size={own.iconSize ?? 18} />
    </button>
  );
}
