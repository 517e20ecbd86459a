interface DownloadButtonProps {
  readonly label: string;
  readonly fileName: string;
  /** The text of the file, made when it is asked for. */
  readonly text: () => string;
  readonly onDownloaded?: () => void;
}

/** A button that saves text as a file. Nothing is sent. */
export const DownloadButton = ({ label, fileName, text, onDownloaded }: DownloadButtonProps) => (
  <button
    type="button"
    onClick={() => {
      const address = URL.createObjectURL(new Blob([text()], { type: 'application/octet-stream' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = fileName;
      link.click();
      // Some browsers begin to read the file only after the click.
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      onDownloaded?.();
    }}
  >
    {label}
  </button>
);
