// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token that anybody can mint and burn. It can keep a part of each transfer, call another contract before each, and refuse to
/// replace an allowance.
contract TestAsset is ERC20 {
    uint8 private immutable _decimals;
    uint256 public transferFeeBps;
    address public hookTarget;
    bytes public hookData;
    bool public keepsAllowances;

    constructor(string memory name, string memory symbol, uint8 decimals_) ERC20(name, symbol) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        _burn(from, amount);
    }

    function setTransferFeeBps(uint256 feeBps) external {
        transferFeeBps = feeBps;
    }

    /// Every transfer calls the target first, as the hooks of ERC-777 do.
    function setHook(address target, bytes calldata data) external {
        hookTarget = target;
        hookData = data;
    }

    function setKeepsAllowances(bool keeps) external {
        keepsAllowances = keeps;
    }

    /// Some tokens accept a new allowance only after the old one was set to zero.
    function approve(address spender, uint256 value) public override returns (bool) {
        require(!keepsAllowances || value == 0 || allowance(msg.sender, spender) == 0, "allowance is not zero");
        return super.approve(spender, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        bool isTransfer = from != address(0) && to != address(0);
        if (isTransfer && hookTarget != address(0)) _callHook();
        uint256 fee = isTransfer ? (value * transferFeeBps) / 10_000 : 0;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }

    function _callHook() private {
        (bool success, bytes memory result) = hookTarget.call(hookData);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}
