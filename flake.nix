{
  description = "A printing press for board games";

  # A release has a Rust that is new enough and does not change under the program. `nix flake lock` writes the lock file.
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = nixpkgs.lib.importTOML ./Cargo.toml;
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "hexpress";
          version = manifest.workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests take ten minutes, and ask programs that judge PDFs.
          doCheck = false;
          postInstall = ''
            $out/bin/hexpress man --output man --quiet
            installManPage man/*.1
            installShellCompletion --cmd hexpress \
              --bash <($out/bin/hexpress completions bash) \
              --zsh <($out/bin/hexpress completions zsh) \
              --fish <($out/bin/hexpress completions fish)
          '';
          meta = {
            description = manifest.package.description;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "hexpress";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = with pkgs; [ cargo rustc rustfmt clippy mdbook qpdf poppler-utils python3 nodejs ];
        };
      });
    };
}
